/**
 * A button that does nothing while something is under way. It stays focusable meanwhile, so that
 * nobody's place in the page is lost.
 */
export function WaitingButton({
  label,
  className,
  isWaiting,
  press,
}: {
  readonly label: string;
  readonly className: string;
  readonly isWaiting: boolean;
  readonly press: () => void;
}) {
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isWaiting}
      onClick={isWaiting ? undefined : press}
    >
      {label}
    </button>
  );
}
