/** Settings that a process can't start with; its message names all of them, for an operator, without their values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'SETTINGS_WRONG';
}
