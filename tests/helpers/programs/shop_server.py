"""Shows shop_page.html in a browser of its own and keeps what the page tells in state.json."""

from __future__ import annotations

import http.server
import subprocess
import sys
import threading
from pathlib import Path


class Page(http.server.SimpleHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        Path("state.json").write_bytes(self.rfile.read(length))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def main() -> None:
    Path("state.json").write_text("{}", "utf-8")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    switches = (
        "--no-sandbox --no-first-run --disable-background-networking --disable-sync"
        " --password-store=basic"
    )
    address = f"http://127.0.0.1:{server.server_address[1]}/shop_page.html"
    profile = Path("profile").absolute()
    command = ["chromium", *switches.split(), "--disable-component-update", "--test-type"]
    sys.exit(subprocess.call([*command, f"--user-data-dir={profile}", f"--app={address}"]))


if __name__ == "__main__":
    main()
