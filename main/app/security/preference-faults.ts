/** The preferences of some contents, as far as they matter for safety. */
export interface SafetyPreferences {
  readonly sandbox?: boolean;
  readonly contextIsolation?: boolean;
  readonly nodeIntegration?: boolean;
  readonly nodeIntegrationInWorker?: boolean;
  readonly nodeIntegrationInSubFrames?: boolean;
  readonly webSecurity?: boolean;
  readonly allowRunningInsecureContent?: boolean;
  readonly experimentalFeatures?: boolean;
  readonly webviewTag?: boolean;
}

/** What every page gets: no page of Parley reaches Node, loads insecure content or embeds another (SE-1). */
export const safePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  // Its dictionaries would be downloaded without asking.
  spellcheck: false,
} as const;

/** What may be wrong with the preferences of some contents (SE-1); empty when all is as it must be. */
export function preferenceFaults(preferences: SafetyPreferences | undefined): readonly string[] {
  if (!preferences) return ['preferences are unknown'];
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  expect(preferences.sandbox === true, 'sandbox is off');
  expect(preferences.contextIsolation === true, 'context isolation is off');
  expect(preferences.nodeIntegration !== true, 'node integration is on');
  expect(preferences.nodeIntegrationInWorker !== true, 'node integration in workers is on');
  expect(preferences.nodeIntegrationInSubFrames !== true, 'node integration in frames is on');
  expect(preferences.webSecurity !== false, 'web security is off');
  expect(preferences.allowRunningInsecureContent !== true, 'insecure content is allowed');
  expect(preferences.experimentalFeatures !== true, 'experimental features are on');
  expect(preferences.webviewTag !== true, 'the webview tag is on');
  return faults;
}
