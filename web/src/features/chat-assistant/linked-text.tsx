const LINK = /(https:\/\/[^\s<>"']*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Text in which https addresses and e-mail addresses are links; everything else stays the text it is. */
export function LinkedText({ text }: { text: string }) {
  // Splitting by one group gives text and link in turn.
  return text.split(LINK).map((part, place) => {
    if (place % 2 === 0) return part;
    const isWeb = part.startsWith('https://');
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        key={place}
        href={isWeb ? part : `mailto:${part}`}
        {...(isWeb ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {part}
      </a>
    );
  });
}
