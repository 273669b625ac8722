import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '../fixtures/launch.ts';
import { transcriptFiles } from '../fixtures/profile-files.ts';

/** What a demo leaves in a folder of its own below `out/demo`: numbered pictures, and transcripts. */
export class Pictures {
  #count = 0;

  private constructor(readonly folder: string) {}

  /** Empties the folder of the demo with this name. */
  static async start(demo: string): Promise<Pictures> {
    const folder = join(projectRoot, 'out', 'demo', demo);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return new Pictures(folder);
  }

  async take(page: Page, name: string): Promise<void> {
    this.#count += 1;
    const number = String(this.#count).padStart(2, '0');
    await page.screenshot({ path: join(this.folder, `${number}-${name}.png`) });
  }

  /** Copies the transcripts of the profile. */
  async keepTranscripts(profile: string): Promise<string[]> {
    const files = transcriptFiles(profile);
    for (const file of files) await copyFile(file, join(this.folder, basename(file)));
    return files.map((file) => join(this.folder, basename(file)));
  }
}
