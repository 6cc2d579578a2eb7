import { logIn, type Person } from './people.ts';

/** A process of its own that signs people in, all at once, each time it is sent their list. Answers with their statuses. */
process.on('message', ({ url, people }: { url: string; people: readonly Person[] }) => {
  void Promise.all(people.map((person) => logIn(url, person).then(({ status }) => status))).then((statuses) =>
    process.send?.(statuses),
  );
});
