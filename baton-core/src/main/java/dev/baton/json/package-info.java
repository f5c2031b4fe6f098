/** Payloads and results as JSON. Needs Jackson 3 on the class path. */
@NullMarked
package dev.baton.json;

import org.jspecify.annotations.NullMarked;
