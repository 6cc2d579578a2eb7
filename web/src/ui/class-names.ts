/** Joins class names, skipping false, null and undefined. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
