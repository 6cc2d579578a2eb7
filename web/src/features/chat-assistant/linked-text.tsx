const LINK = /(https:\/\/[^\s<>"']*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Renders https addresses and e-mail addresses as links, and everything else as plain text. */
export function LinkedText({ text }: { text: string }) {
  // Splitting by a pattern with one group gives text and links alternately.
  return text.split(LINK).map((part, place) => {
    if (place % 2 === 0) return part;
    const isWeb = part.startsWith('https://');
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        key={place}
        href={isWeb ? part : `mailto:${part}`}
        {...(isWeb ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {part}
      </a>
    );
  });
}
