import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { failureText, isWrongCode, openSession, secondsToWait } from './api.ts';
import { formatWait } from './format.ts';
import type { LockNotice } from './use-admin-lock.ts';
import { useCountdown } from './use-countdown.ts';

interface Props {
  notice: LockNotice | null;
  /** True while the previous session is being ended, which would also end a session opened now. */
  leaving: boolean;
  onUnlocked: () => void;
  onLeaveAgain: () => void;
}

/** The locked screen: the access code, checked by the server. */
export function CodeForm({ notice, leaving, onUnlocked, onLeaveAgain }: Props) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const wait = useCountdown();
  const unlock = useMutation({
    mutationFn: openSession,
    onSuccess: onUnlocked,
    onError: (error) => {
      const seconds = secondsToWait(error);
      if (seconds !== null) wait.start(seconds);
      if (isWrongCode(error)) setCode('');
      input.current?.focus();
    },
    gcTime: 0,
  });
  useEffect(() => input.current?.focus(), []);

  const blocked = wait.remaining > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !blocked && !leaving && !unlock.isPending) unlock.mutate(code.trim());
  };
  return (
    <div className="admin-gate">
      <form className="panel" onSubmit={submit}>
        <h1 className="visually-hidden">Dashboard Amministratore</h1>
        <h2>Accesso Admin</h2>
        <LockNote notice={notice} leaving={leaving} onLeaveAgain={onLeaveAgain} />
        <Field label="Codice di Accesso" error={problem(unlock.error, wait)}>
          {(attributes) => (
            <PasswordInput
              {...attributes}
              ref={input}
              value={code}
              maxLength={256}
              autoComplete="off"
              spellCheck={false}
              showLabel="Mostra codice"
              hideLabel="Nascondi codice"
              onChange={(event) => {
                setCode(event.target.value);
                if (unlock.isError) unlock.reset();
              }}
            />
          )}
        </Field>
        <p className="hint" role="status">
          {wait.isOver ? 'Ora puoi riprovare.' : null}
        </p>
        <Button
          type="submit"
          tone="primary"
          wide
          disabled={!code.trim() || blocked || leaving}
          busy={unlock.isPending}
          busyText="Verifica in corso..."
        >
          Accedi alla Dashboard
        </Button>
      </form>
    </div>
  );
}

/** The text under the field. The countdown is visual only: screen readers get the initial number of seconds. */
function problem(error: unknown, wait: { remaining: number; total: number }): ReactNode {
  if (wait.remaining > 0)
    return (
      <>
        Troppi tentativi. Riprova tra <span aria-hidden="true">{formatWait(wait.remaining)}</span>
        <span className="visually-hidden">{formatWait(wait.total)}</span>.
      </>
    );
  if (!error || secondsToWait(error) !== null) return null;
  return isWrongCode(error) ? 'Codice non valido' : failureText(error);
}

/** Why this screen is shown again. */
function LockNote({ notice, leaving, onLeaveAgain }: Pick<Props, 'notice' | 'leaving' | 'onLeaveAgain'>) {
  if (notice === null) return null;
  return (
    <div role="status">
      {notice === 'expired' ? (
        <Note tone="warn" title="La sessione è scaduta">
          Inserisci di nuovo il codice per continuare.
        </Note>
      ) : (
        <Note
          tone="bad"
          title="Il server non ha confermato l'uscita"
          actions={
            <Button size="small" tone="ink" busy={leaving} onClick={onLeaveAgain}>
              Esci di nuovo
            </Button>
          }
        >
          Questa scheda è bloccata. La sessione termina comunque entro otto ore.
        </Note>
      )}
    </div>
  );
}
