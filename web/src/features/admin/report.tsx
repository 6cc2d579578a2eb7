import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { whyFailed } from './api.ts';

/** A report as the screen has it: on its way, failed, or here. */
export type Report<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isError' | 'isFetching' | 'refetch' | 'dataUpdatedAt'
>;

interface Props<Data> {
  report: Report<Data>;
  /** What of it is shown here, for the names of what loads and of the button that tries again. */
  what: string;
  /** In the shape of what comes. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One part of the page: it loads and fails on its own. Numbers that could not be renewed stay, and say so. */
export function ReportPart<Data>({ report, what, skeleton, children }: Props<Data>) {
  const { data, isError } = report;
  if (data === undefined && !isError) return <Loading text={`Caricamento: ${what}`}>{skeleton}</Loading>;
  return (
    <>
      <ReportProblem report={report} what={what} />
      {data === undefined ? null : children(data)}
    </>
  );
}

/** Why a report failed, and the way to try it again. Nothing while it has not failed. */
export function ReportProblem({ report, what }: { report: Report<unknown>; what: string }) {
  const { data, error, isError, isFetching, refetch } = report;
  if (!isError) return null;
  return (
    <Note
      tone="bad"
      title={data === undefined ? 'Dati non caricati' : 'Dati non aggiornati'}
      actions={
        <Button size="small" tone="ink" busy={isFetching} aria-label={`Riprova: ${what}`} onClick={() => refetch()}>
          Riprova
        </Button>
      }
    >
      {whyFailed(error)}
    </Note>
  );
}
