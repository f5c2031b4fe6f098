/**
 * What every caller meets: adding tasks and awaiting them ({@link dev.baton.api.Tasks}), and
 * handling them ({@code TaskDefinition}). What fewer need is in the packages below, each of them
 * for one thing that a caller does.
 */
@NullMarked
package dev.baton.api;

import org.jspecify.annotations.NullMarked;
