/** The last migration of each package that was released before `make check` had rules for migrations. */
export const lastUnchecked: Readonly<Record<string, string>> = {
  'services/analytics': '0012',
  'services/auth': '0017',
  'services/billing': '0028',
  'services/drive': '0008',
  'services/external-api': '0018',
  'services/generation': '0016',
  'services/publishing': '0020',
  'services/scheduling': '0025',
  'libs/daily-limit': '0001',
  'libs/kafka': '0002',
  'libs/leases': '0001',
  'libs/outbox': '0004',
  'libs/postgres': '0001',
};
