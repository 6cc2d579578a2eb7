import { logIn, type Person } from './people.ts';

/** A process of its own that signs people in, all at once, each time it is sent their list. Answers with their statuses, 0 for none. */
process.on('message', ({ url, people }: { url: string; people: readonly Person[] }) => {
  void Promise.all(
    people.map((person) =>
      logIn(url, person).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  ).then((statuses) => process.send?.(statuses));
});
