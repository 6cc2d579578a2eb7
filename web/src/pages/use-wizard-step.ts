import { useSearchParams } from 'react-router-dom';
import type { Step } from '../features/video-wizard/wizard.tsx';

type Go = (step: Step, options?: { replace: boolean }) => void;

/** The wizard's step, kept in the address (`?step=2`), so that back, forward and a reload lead to it. */
export function useWizardStep(): [Step, Go] {
  const [search, setSearch] = useSearchParams();
  const go: Go = (step, options = { replace: false }) => {
    const next = new URLSearchParams(search);
    if (step === 1) next.delete('step');
    else next.set('step', String(step));
    setSearch(next, options);
  };
  return [stepOf(search.get('step')), go];
}

function stepOf(text: string | null): Step {
  if (text === '2') return 2;
  return text === '3' ? 3 : 1;
}
