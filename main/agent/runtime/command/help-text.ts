export const helpText = `parley: runs an agent session from the command line

Usage
  parley -p "prompt" [options]      run one prompt and print the answer
  parley -p -                       read the prompt from standard input
  parley --sdk                      speak the runtime protocol on stdin and stdout
  parley --help | --version

Options
  -p, --print PROMPT                the prompt
      --provider NAME               offline | anthropic | openai-compatible
      --model NAME                  the provider's own name of the model
      --base-url URL                address of the model service
      --output-format FORMAT        text (default) | json | stream-json
      --mcp-config FILE             servers to connect: { "mcpServers": { "name": { … } } }
      --allowed-tools NAMES         tools that run without being asked for, by comma or repeated
      --disallowed-tools NAMES      tools that are denied
      --permission-mode MODE        default | acceptEdits | plan | auto | dontAsk | bypassPermissions
      --allow-dangerously-skip-permissions
                                    needed for bypassPermissions: every tool runs unasked
      --max-turns NUMBER            at most so many model requests
      --resume ID                   go on with a session
      --cwd FOLDER                  working folder (default: the current one)

Tools are named mcp__server__tool, mcp__server or mcp__server__*. Nobody can be asked here,
so a tool that no rule allows is denied, and the model is told why.

Keys come from ANTHROPIC_API_KEY and OPENAI_API_KEY. Without a provider and without a key the
offline planner is used: it plans by rules and is no language model. Prompts and tool results go to
the model service that you choose. There is no operating-system sandbox in this version.

Exit codes
  0 success   1 the turn failed   2 wrong usage   3 no key   4 the runtime broke   130 interrupted
`;
