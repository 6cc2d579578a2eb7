import { createHash } from 'node:crypto';
import type { Collection, Store } from '../core/store.ts';

export interface Page {
  id: string;
  name: string;
  /** The person's tasks on the Page. Posting needs CREATE_CONTENT. */
  tasks: string[];
  /** Username of the linked Instagram account. */
  instagram: string | null;
}

export interface Person {
  /** The name that they sign in with. */
  id: string;
  /** App-scoped. */
  userId: string;
  name: string;
  pages: Page[];
  note: string;
}

const all = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];

const seeded: readonly Person[] = [
  {
    id: 'ada.marlow',
    userId: idOf('person ada.marlow', '1022'),
    name: 'Ada Marlow',
    pages: [
      { id: idOf('page Ada Marlow Reels', '1040'), name: 'Ada Marlow Reels', tasks: all, instagram: 'ada.marlow' },
      { id: idOf('page Marlow Bakery', '1041'), name: 'Marlow Bakery', tasks: all, instagram: null },
      {
        id: idOf('page Harbour Museum', '1042'),
        name: 'Harbour Museum',
        tasks: ['ANALYZE', 'MESSAGING'],
        instagram: null,
      },
    ],
    note: 'three Pages, one of them to look at only',
  },
  {
    id: 'nico.bianchi',
    userId: idOf('person nico.bianchi', '1022'),
    name: 'Nico Bianchi',
    pages: [{ id: idOf('page Bianchi Films', '1043'), name: 'Bianchi Films', tasks: all, instagram: null }],
    note: 'one Page',
  },
  {
    id: 'sam.nopages',
    userId: idOf('person sam.nopages', '1022'),
    name: 'Sam Without-Pages',
    pages: [],
    note: 'no Pages',
  },
];

/** The people of this sandbox. Missing seeded ones are created again. */
export function peopleOf(store: Store): Collection<Person> {
  const people = store.collection<Person>('facebook-people');
  for (const person of seeded) if (!people.get(person.id)) people.put(person);
  return people;
}

/** The person with a name; a new person gets one Page. Undefined for an invalid name. */
export function personFor(store: Store, name: string): Person | undefined {
  const people = peopleOf(store);
  if (!/^[a-z0-9._]{2,24}$/.test(name)) return undefined;
  const page = { id: idOf(`page ${name}`, '1049'), name: `${name}’s Page`, tasks: all, instagram: null };
  return (
    people.get(name) ??
    people.put({ id: name, userId: idOf(`person ${name}`, '1022'), name, pages: [page], note: 'one Page' })
  );
}

/** Digits derived from the name, too many for a double. */
function idOf(name: string, prefix: string): string {
  const hash = BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
  return `${prefix}${String(hash).padStart(13, '0').slice(0, 13)}`;
}
