import { Link } from 'react-router-dom';
import { Logo } from '../ui/icon.tsx';
import { paths } from './paths.ts';

export function Footer() {
  return (
    <footer className="site-foot">
      <div className="wrap">
        <span className="logo">
          <Logo />
          Reelwright
        </span>
        <nav aria-label="Footer">
          <Link to="/#features">Features</Link>
          <Link to="/#examples">Examples</Link>
          <Link to={paths.pricing}>Pricing</Link>
          <Link to="/#faq">FAQ</Link>
          <Link to={paths.dataDeletion}>Data deletion</Link>
        </nav>
      </div>
    </footer>
  );
}
