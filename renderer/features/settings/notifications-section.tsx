import { text } from '../../../shared/texts/catalogue.ts';
import type { NotifySettings } from '../../../shared/ipc/routes/settings.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Card, CardRow, Section } from './section.tsx';
import { SettingError, useSettingChange } from './setting-change.tsx';

const words = text.shell.notify;
const always: NotifySettings = { waiting: true, turns: true };

/** What the system tells while the window is in the background (UI-3). */
export function NotificationsSection() {
  const notify = useAppData((data) => data.settings.notify) ?? always;
  const change = useSettingChange();
  const row = (key: keyof NotifySettings, title: string, note: string) => (
    <CardRow title={title} note={note}>
      <Switch
        label={title}
        checked={notify[key]}
        onCheckedChange={(isOn) => void change.run({ notify: { ...notify, [key]: isOn } })}
      />
    </CardRow>
  );
  return (
    <Section title={words.title} intro={words.intro}>
      <Card>
        {row('waiting', words.waiting, words.waitingNote)}
        {row('turns', words.turns, words.turnsNote)}
      </Card>
      <p className="mt-2 text-small text-subtle">{words.badge}</p>
      <SettingError change={change} />
    </Section>
  );
}
