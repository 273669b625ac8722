import { ImageDown, ImageOff } from 'lucide-react';
import { createContext, use } from 'react';
import type { LoadedImage } from '../../../../shared/ipc/routes/images.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useKept } from '../transcript/open-states.ts';
import { safeUrl } from './safe-url.ts';

/** Loads an image by way of main, which asks; null when the person refused. Absent where none are loaded. */
export const LoadImage = createContext<((url: string) => Promise<LoadedImage | null>) | undefined>(
  undefined,
);

/** The place of an image: it is elsewhere, and nothing of it is fetched before the person wants it (SE-11). */
export function RemoteImage({ alt, source }: { readonly alt: string; readonly source: string }) {
  const load = use(LoadImage);
  const url = safeUrl(source);
  const [image, setImage] = useKept<LoadedImage>(`image ${source}`);
  const action = useAction(async (address: string) => {
    const loaded = await load?.(address);
    if (loaded) setImage(loaded);
  });
  if (image !== undefined) {
    return (
      <img
        src={`data:${image.mediaType};base64,${image.data}`}
        alt={alt}
        title={source}
        className="my-1 max-h-100 max-w-full rounded-control border border-line"
      />
    );
  }
  const isWeb = url?.startsWith('http') === true;
  return (
    <span
      role="group"
      aria-label={text.chat.imagePlaceholder(alt)}
      title={source}
      className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-control border border-dashed border-line-control px-2 py-1 align-middle text-small text-muted"
    >
      <Icon of={ImageOff} size={14} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {text.chat.imagePlaceholder(alt)}
        {url !== undefined && isWeb && (
          <span className="ml-1.5 text-subtle">
            <ExactText value={text.chat.imageHost(new URL(url).host)} />
          </span>
        )}
      </span>
      {url !== undefined && isWeb && load !== undefined && (
        <Button
          size="small"
          icon={<Icon of={ImageDown} size={14} />}
          busy={action.busy}
          onClick={() => void action.run(url)}
        >
          {text.chat.loadImage}
        </Button>
      )}
      {action.error !== undefined && (
        <span role="alert" title={action.error.details} className="w-full text-danger-text">
          {action.error.sentence} {action.error.details}
        </span>
      )}
    </span>
  );
}
