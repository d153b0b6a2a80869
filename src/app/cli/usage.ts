/** What `sallyport --help` prints. */
export const USAGE = `sallyport: governed tools for AI agents

  sallyport demo               run a governed agent on real files over a real MCP server
  sallyport resume <runId>     decide on what a suspended run waits for, and run on

Options
  --yes, --approve             approve whatever is asked
  --no, --decline              decline whatever is asked
  --dir <folder>               the folder the agent works in      (sallyport-demo)
  --data-dir <folder>          where recordings are kept          (.sallyport)
  --json                       print events and the summary as JSON lines
  -h, --help                   this text
  -v, --version                the version

On a terminal you are asked, with the exact tool and arguments. Without a terminal and without a flag the run suspends.

Exit codes: 0 done, 1 failed, 2 the command line makes no sense, 3 suspended, 130 interrupted.
`;
