"""Writing results: files whose layout is known before their content, finished in one step."""
