/**
 * The engine's view of the API's values. Not for applications: this package may change at any time.
 */
@NullMarked
package dev.baton.api.internal;

import org.jspecify.annotations.NullMarked;
