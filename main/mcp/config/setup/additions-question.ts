import type { ServerDefinition } from '../../../../shared/mcp/server-config.ts';

/** What a person is asked before servers are stored that stay off, or before an edited file of servers is. */
export interface AdditionsQuestion {
  readonly occasion: 'add' | 'edit';
  /** Where they come from, such as the path of a file. */
  readonly from: string;
  readonly servers: readonly {
    readonly name: string;
    readonly change: 'added' | 'changed' | 'removed';
    readonly definition: ServerDefinition;
  }[];
}
