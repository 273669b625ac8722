const secretWords: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'passcode',
  'secret',
  'token',
  'apikey',
  'credential',
  'credentials',
  'pin',
  'otp',
  'cvv',
  'cvc',
]);
const secretPairs: ReadonlySet<string> = new Set([
  'api key',
  'access key',
  'private key',
  'secret key',
  'signing key',
  'encryption key',
  'pass word',
  'pass phrase',
  'security code',
  'card number',
  'recovery code',
]);

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** True when a field with these names is likely to be asked for something secret. */
export function looksSecret(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => {
    if (name === undefined) return false;
    const words = wordsOf(name.slice(0, 500));
    return words.some(
      (word, index) =>
        secretWords.has(word) || secretPairs.has(`${word} ${words[index + 1] ?? ''}`),
    );
  });
}
