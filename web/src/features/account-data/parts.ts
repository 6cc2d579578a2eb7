/** The parts of a user's data. Each is stored by another service: GET /api/account-data/{part}. */
export const dataParts = [
  { part: 'account', name: 'Account' },
  { part: 'billing', name: 'Plan and payments' },
  { part: 'calendar', name: 'Calendar' },
  { part: 'videos', name: 'Videos' },
  { part: 'drive', name: 'Drive folder' },
  { part: 'posts', name: 'Connections and posts' },
  { part: 'usage', name: 'Usage' },
  { part: 'partner', name: 'API posts' },
] as const;

export type DataPart = (typeof dataParts)[number]['part'];

export const dataPartName = (part: DataPart) => dataParts.find((known) => known.part === part)?.name ?? part;
