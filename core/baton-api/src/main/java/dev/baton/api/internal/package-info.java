/**
 * The API's values in the form that the engine and stores use. Not for applications: this package
 * may change at any time.
 */
@NullMarked
package dev.baton.api.internal;

import org.jspecify.annotations.NullMarked;
