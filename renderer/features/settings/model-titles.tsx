import { composerTexts } from '../../../shared/texts/en/composer.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingError, useSettingChange } from './setting-change.tsx';

const words = composerTexts.titles;

/** Whether sessions are named by their model. */
export function ModelTitles() {
  const isOn = useAppData((data) => data.settings.titles !== 'words');
  const change = useSettingChange();
  return (
    <div className="mt-4 max-w-140">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{words.label}</span>
          <span className="block text-small text-subtle">{words.note}</span>
        </span>
        <Switch
          label={words.label}
          checked={isOn}
          onCheckedChange={(on) => void change.run({ titles: on ? 'model' : 'words' })}
        />
      </div>
      <SettingError change={change} />
    </div>
  );
}
