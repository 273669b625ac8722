import { protocol } from 'electron';
import { DIAGRAM_SCHEME } from './diagram-pages.ts';
import { APP_SCHEME, CONSENT_SCHEME, FRAME_SCHEME } from './page-origins.ts';

/** Gives our schemes the rights of a secure web origin. To be called once, before Electron is ready. */
export function registerPageSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    // An app can neither be fetched nor fetch by it.
    { scheme: FRAME_SCHEME, privileges: { standard: true, secure: true } },
    // A frame without an origin loads its scripts as if from elsewhere.
    { scheme: DIAGRAM_SCHEME, privileges: { standard: true, secure: true, corsEnabled: true } },
    ...[APP_SCHEME, CONSENT_SCHEME].map((scheme) => ({
      scheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        codeCache: true,
      },
    })),
  ]);
}
