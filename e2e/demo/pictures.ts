import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '../fixtures/launch.ts';
import { transcriptFiles } from '../fixtures/profile-files.ts';

const folder = join(projectRoot, 'out', 'demo');

/** What the demo leaves in `out/demo`: numbered pictures and the transcript. */
export class Pictures {
  readonly folder = folder;
  #count = 0;

  /** Empties the folder. */
  static async start(): Promise<Pictures> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return new Pictures();
  }

  async take(page: Page, name: string): Promise<void> {
    this.#count += 1;
    const number = String(this.#count).padStart(2, '0');
    await page.screenshot({ path: join(folder, `${number}-${name}.png`) });
  }

  /** Copies the transcripts of the profile. */
  async keepTranscripts(profile: string): Promise<string[]> {
    const files = transcriptFiles(profile);
    for (const file of files) await copyFile(file, join(folder, basename(file)));
    return files.map((file) => join(folder, basename(file)));
  }
}
