package dev.baton.operate.override;

import org.jspecify.annotations.Nullable;

/**
 * A setting that can be overridden at run time, and its current value.
 *
 * @param inCode the value in the definitions of the node that was asked
 * @param set the override; null if the value in code applies
 */
public record Overridable(
    OverrideTarget target, OverrideValue inCode, @Nullable ActiveOverride set) {

  /**
   * Returns a text for people: "slots on each node of type MAIL: 5, set by ann at …, code says 15".
   */
  public String words() {
    return target
        + ": "
        + (set == null
            ? inCode.words() + ", as in code"
            : set.value().words()
                + ", set by "
                + set.setBy()
                + " at "
                + set.setAt()
                + ", code says "
                + inCode.words());
  }
}
