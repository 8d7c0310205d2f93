# Included after every `project()` of llama.cpp's build (Makefile): what its own programs share takes
# long to build, and the Python package has no part of it.
set(LLAMA_BUILD_COMMON OFF)
