/** Below, at or above 0 as the first version is older, as old or newer. Numbers count as numbers; a pre-release is older than its release. */
export function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [parts(left), parts(right)];
  for (let at = 0; at < Math.max(ours.numbers.length, theirs.numbers.length); at += 1) {
    const difference = (ours.numbers[at] ?? 0) - (theirs.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (ours.label === theirs.label) return 0;
  if (ours.label === '' || theirs.label === '') return ours.label === '' ? 1 : -1;
  return ours.label.localeCompare(theirs.label, 'en', { numeric: true });
}

function parts(version: string): { readonly numbers: readonly number[]; readonly label: string } {
  const [main = '', ...labels] = version.replace(/^v/i, '').replace(/\+.*$/, '').split('-');
  const numbers = main.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return { numbers, label: labels.join('-') };
}
