"""What a checkpoint's layers see when it works: the forward, and statistics of its inputs."""
