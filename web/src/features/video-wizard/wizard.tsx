import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import type { Settings } from './api.ts';
import { NotesStep } from './notes-step.tsx';
import { StyleStep } from './style-step.tsx';

export type Step = 1 | 2 | 3;
const names: Record<Step, string> = { 1: 'Video Type', 2: 'Schedule', 3: 'Notes' };
const steps: Step[] = [1, 2, 3];

export interface WizardProps {
  step: Step;
  onStep: (step: Step) => void;
  free: boolean;
  settings: Settings;
  /** Whether the calendar has a video, or one to take off: without both there is nothing to save. */
  hasSchedule: boolean;
  scheduleText: string;
  goesTo: string;
  /** The texts that are posted, for step 3; null where nothing is posted. */
  texts: ReactNode;
  /** The content of step 2. */
  schedule: ReactNode;
  onSettings: (change: Partial<Settings>) => void;
  onSubmit: () => void;
  saving: boolean;
  /** Why the last save failed, as texts for the screen; null after a success. The draft is kept. */
  problem: { title: string; text: string; action?: ReactNode } | null;
}

/** The video configuration in three steps; the names of all three are visible. */
export function VideoWizard(props: WizardProps) {
  const { step, onStep, free, hasSchedule } = props;
  const heading = useRef<HTMLElement>(null);
  const shownStep = useRef(step);

  // A new step takes the focus, and begins at its top.
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus({ preventScroll: true });
    if ((heading.current?.getBoundingClientRect().top ?? 0) < 0) heading.current?.scrollIntoView({ block: 'start' });
  }, [step]);

  const mayLeave: Record<Step, boolean> = {
    1: props.settings.videoType !== '',
    2: free || hasSchedule,
    3: true,
  };
  const reachable = (target: Step) => steps.every((before) => before >= target || mayLeave[before]);

  return (
    <section className="wizard" aria-label="Video Configuration" ref={heading} tabIndex={-1}>
      <h2 className="visually-hidden">Video Configuration</h2>
      <nav className="steps" aria-label="Steps">
        {steps.map((number) => (
          <button
            key={number}
            type="button"
            data-state={number < step ? 'done' : number === step ? 'now' : 'next'}
            aria-current={number === step ? 'step' : undefined}
            disabled={!reachable(number)}
            onClick={() => onStep(number)}
          >
            <span>
              {number < step ? <Icon name="check" /> : <span className="number">{number}</span>}
              {names[number]}
            </span>
          </button>
        ))}
      </nav>
      {/* What is typed while a save is under way would be neither saved nor kept. */}
      <div className="wizard-step" inert={props.saving}>
        {step === 1 ? <StyleStep settings={props.settings} onSettings={props.onSettings} /> : null}
        {step === 2 ? (
          <>
            <h3 className="visually-hidden">Schedule</h3>
            {props.schedule}
          </>
        ) : null}
        {step === 3 ? (
          <NotesStep
            settings={props.settings}
            schedule={props.scheduleText}
            goesTo={props.goesTo}
            texts={props.texts}
            posts={!free}
            onSettings={props.onSettings}
          />
        ) : null}
      </div>
      <div className="wizard-bar">
        {/* Inside the bar, which stays in view, so that the problem is next to the pressed button. */}
        {props.problem ? (
          <div role="alert" className="wizard-problem">
            <Note tone="bad" title={props.problem.title} actions={props.problem.action}>
              {props.problem.text}
            </Note>
          </div>
        ) : null}
        <Button disabled={step === 1 || props.saving} onClick={() => onStep((step - 1) as Step)}>
          Previous
        </Button>
        {step < 3 ? (
          <>
            {step === 2 && !mayLeave[2] ? <p className="small muted">Add at least one video to go on.</p> : null}
            <Button tone="primary" disabled={!mayLeave[step]} onClick={() => onStep((step + 1) as Step)}>
              Next
            </Button>
          </>
        ) : (
          <Button tone="primary" busy={props.saving} busyText="Creating..." onClick={props.onSubmit}>
            {free ? 'Create Video Now' : 'Create Configuration'}
          </Button>
        )}
      </div>
    </section>
  );
}
