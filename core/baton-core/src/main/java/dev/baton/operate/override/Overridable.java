package dev.baton.operate.override;

import org.jspecify.annotations.Nullable;

/**
 * A setting that can be overridden at run time, and its current value.
 *
 * @param inCode the value in the definitions of the queried node
 * @param set the active override; null if the value in code applies
 */
public record Overridable(
    OverrideTarget target, OverrideValue inCode, @Nullable ActiveOverride set) {

  /**
   * Returns text for display, such as "slots on each node of type MAIL: 5, set by ann at …; the
   * value in code is 15".
   */
  public String words() {
    return target
        + ": "
        + (set == null
            ? inCode.words() + ", the value in code"
            : set.value().words()
                + ", set by "
                + set.setBy()
                + " at "
                + set.setAt()
                + "; the value in code is "
                + inCode.words());
  }
}
