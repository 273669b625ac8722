export {
  StdioMCPTransport,
  StdioMCPTransport as Experimental_StdioMCPTransport,
} from './stdio-mcp-transport.ts';
export type { StdioConfig } from './stdio-mcp-transport.ts';
