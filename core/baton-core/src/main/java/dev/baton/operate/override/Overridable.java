package dev.baton.operate.override;

import org.jspecify.annotations.Nullable;

/**
 * A number that can be set at run time, and what it is now.
 *
 * @param inCode what the definitions of the node that was asked say
 * @param set what was set in its place; null where the code's number is in force
 */
public record Overridable(
    OverrideTarget target, OverrideValue inCode, @Nullable ActiveOverride set) {

  /** For people: "slots on each node of type MAIL: 5, set by ann at …, code says 15". */
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
