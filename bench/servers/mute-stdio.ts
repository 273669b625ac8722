// An MCP server that reads and never answers.
process.stdin.resume();
