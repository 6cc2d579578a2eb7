/** The columns of a table under other names, for `select`: `{ timeZone: 'time_zone' }` gives `time_zone as timeZone`. */
export const namedColumns = <const Columns extends Readonly<Record<string, string>>>(columns: Columns) =>
  Object.entries(columns).map(([name, column]) => `${column} as ${name}`) as {
    readonly [Name in keyof Columns & string]: `${Columns[Name]} as ${Name}`;
  }[keyof Columns & string][];
