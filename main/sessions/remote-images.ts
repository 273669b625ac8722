import type { LoadedImage } from '../../shared/ipc/routes/images.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { imageType } from '../lib/file-kind.ts';
import { fetchPublicPage, PublicPageError } from '../lib/network/public-page.ts';
import type { PageRequest } from '../lib/network/public-page.ts';

const ACCEPT = 'image/png, image/jpeg, image/gif, image/webp';

export interface RemoteImagesDeps extends Pick<PageRequest, 'isPrivate' | 'resolve'> {
  readonly clock: Clock;
  /** The address as it may be used. Throws `link.refused`. */
  readonly gate: (address: string) => string;
  /** Asks in main's consent view. */
  readonly review: (url: string, signal: AbortSignal) => Promise<boolean>;
}

/**
 * Images that answers name, loaded when the person wants one (SE-11): asked about once for each host in a session, fetched by
 * the guarded way of the public web without cookies or referrer, and taken only when their bytes are a picture.
 */
export class RemoteImages {
  readonly #deps: RemoteImagesDeps;
  readonly #allowed = new Set<string>();

  constructor(deps: RemoteImagesDeps) {
    this.#deps = deps;
  }

  /** Undefined: the person refused. Rejects with a `ParleyError`. */
  async load(
    sessionId: string,
    address: string,
    signal: AbortSignal,
  ): Promise<LoadedImage | undefined> {
    const url = this.#deps.gate(address);
    const place = `${sessionId} ${new URL(url).host}`;
    if (!this.#allowed.has(place)) {
      if (!(await this.#deps.review(url, signal))) return undefined;
      this.#allowed.add(place);
    }
    return this.#fetch(url, signal);
  }

  async #fetch(url: string, signal: AbortSignal): Promise<LoadedImage> {
    const answer = await fetchPublicPage({ ...this.#deps, url, signal, accept: ACCEPT }).catch(
      (failure: unknown) => {
        if (failure instanceof PublicPageError) throw failed(failure.message, failure);
        throw failure;
      },
    );
    if ('to' in answer) throw failed(`It leads to another host: ${answer.to}.`);
    if (answer.status >= 400) throw failed(`The host answered ${String(answer.status)}.`);
    if (answer.isCut) throw failed('It is larger than what is loaded of one image.');
    const mediaType = imageType(answer.bytes);
    if (mediaType === undefined)
      throw failed('What came is no picture of a kind that is shown here (PNG, JPEG, GIF, WebP).');
    return { mediaType, data: answer.bytes.toString('base64') };
  }
}

function failed(reason: string, cause?: unknown): ParleyError {
  return new ParleyError('image.failed', reason, cause === undefined ? {} : { cause });
}
