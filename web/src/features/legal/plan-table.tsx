import { plans } from '../../content/plans.ts';
import { formatEuro } from '../../lib/format-money.ts';

/** The plans with their prices, from the same list as the pricing page. */
export function PlanTable() {
  return (
    <table className="legal-table number">
      <caption className="visually-hidden">Plans and prices</caption>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col">Billed monthly</th>
          <th scope="col">Billed annually</th>
          <th scope="col">Videos per month</th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.tier}>
            <th scope="row">{plan.name}</th>
            <td>{formatEuro(plan.price)}</td>
            <td>
              {formatEuro(plan.annually)}
              {plan.annually > 0 ? <small className="muted"> × 12</small> : null}
            </td>
            <td>{plan.videosPerMonth}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
