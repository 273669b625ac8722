/** Whether the system hands addresses of our scheme to this program, with this profile. */
export interface ProtocolHandler {
  /** Asks the system anew: another program, or another profile of this one, may have taken over. Never rejects. */
  isOurs(): Promise<boolean>;
  /** Makes this program the one that gets them, as the person asked. Resolves to whether it now is. Never rejects. */
  register(): Promise<boolean>;
}

export const SCHEME = 'parley';

/** How the system starts this program. */
export interface OwnProgram {
  readonly executable: string;
  /** Before the address. */
  readonly args: readonly string[];
}
