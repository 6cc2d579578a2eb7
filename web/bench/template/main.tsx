import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { features, figures, hero, landingQuestions, reviews, steps } from '../../src/content/marketing.ts';
import { plans } from '../../src/content/plans.ts';
import { videoTypes } from '../../src/content/video-types.ts';

/** The landing page's words in the parts of Vite's React template with a router and a data library, without styles. */
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="*" element={<Landing />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);

function Landing() {
  const { data: user } = useQuery({ queryKey: ['user'], queryFn: async () => (await fetch('/api/auth/user')).json() });
  const [isAnnual, setIsAnnual] = useState(false);
  const start = user ? '/dashboard' : '/auth/login';
  const pairs = [
    ...steps.map(({ title, text }) => [title, text]),
    ...features.map(({ title, text }) => [title, text]),
    ...reviews.map(({ name, quote }) => [name, quote]),
    ...landingQuestions.map(({ question, answer }) => [question, answer]),
  ];
  return (
    <main>
      <h1>{hero.title}</h1>
      <p>{hero.lead}</p>
      <Link to={start}>Start for Free</Link>
      <p>{hero.small}</p>
      {figures.map(({ value, label }) => (
        <p key={label}>
          {value} {label}
        </p>
      ))}
      {videoTypes.map(({ id, name }) => (
        <h3 key={id}>{name}</h3>
      ))}
      {pairs.map(([title, text]) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
      <button type="button" onClick={() => setIsAnnual(!isAnnual)}>
        {isAnnual ? 'Annual' : 'Monthly'}
      </button>
      {plans.map((plan) => (
        <section key={plan.tier}>
          <h3>{plan.name}</h3>
          <p>{isAnnual ? plan.annually : plan.price}</p>
          <p>{plan.features.join(', ')}</p>
          <Link to={start}>Get Started</Link>
        </section>
      ))}
    </main>
  );
}
