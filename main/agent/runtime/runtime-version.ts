import manifest from '../../../package.json' with { type: 'json' };

/** Version of the program that this runtime is part of. */
export const RUNTIME_VERSION: string = manifest.version;
