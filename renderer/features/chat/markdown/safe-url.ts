const allowed = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address as it would be opened, or undefined when it must stay text: anything but http, https and mailto,
 * relative and protocol-relative addresses, user names in it, hidden characters.
 */
export function safeUrl(address: string): string | undefined {
  if (
    /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\\]/.test(
      address,
    )
  )
    return undefined;
  if (!/^(https?:\/\/[^/]|mailto:)/i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!allowed.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}
