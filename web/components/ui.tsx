import type { Example } from './example.ts';
import { content } from './ui/content.tsx';
import { controls } from './ui/controls.tsx';
import { messages } from './ui/messages.tsx';
import { pictures } from './ui/pictures.tsx';

/** Every component of src/ui; a test names a missing one. */
export const ui: readonly Example[] = [...controls, ...messages, ...content, ...pictures];
