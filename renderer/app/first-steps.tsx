import { lazy, Suspense } from 'react';
import { useAppData } from '../lib/app-data-context.tsx';

const FirstRun = lazy(() =>
  import('../features/first-run/index.ts').then((page) => ({ default: page.FirstRun })),
);
const ServersStep = lazy(() =>
  import('../features/first-run/index.ts').then((page) => ({ default: page.ServersStep })),
);
const FoundServers = lazy(() =>
  import('../features/servers/index.ts').then((page) => ({ default: page.FoundServers })),
);
const AddProviderDialog = lazy(() =>
  import('../features/settings/index.ts').then((page) => ({ default: page.AddProviderDialog })),
);

/** The first steps over the window, as long as they were not gone through. */
export function FirstSteps({ onOpen }: { readonly onOpen: () => void }) {
  const secretStorage = useAppData((data) => data.info?.secretStorage);
  return (
    <Suspense fallback={null}>
      <FirstRun
        onOpen={onOpen}
        renderAdding={({ onClose, onAdded }) =>
          secretStorage !== undefined && (
            <AddProviderDialog secretStorage={secretStorage} onClose={onClose} onAdded={onAdded} />
          )
        }
        renderServers={({ onBack, onDone }) => (
          <FoundServers onImported={onDone}>
            {(view) => <ServersStep {...view} onBack={onBack} onDone={onDone} />}
          </FoundServers>
        )}
      />
    </Suspense>
  );
}
