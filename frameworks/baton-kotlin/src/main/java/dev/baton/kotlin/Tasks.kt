/** Kotlin extensions for Baton. */
@file:JvmName("KotlinTasks")

package dev.baton.kotlin

import dev.baton.handler.Attempt
import dev.baton.handler.Outcome
import dev.baton.api.SignalType
import dev.baton.handler.TaskDefinition
import dev.baton.api.TaskHandle
import dev.baton.api.TaskType
import java.util.concurrent.ExecutionException
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.reflect.KClass
import kotlin.reflect.KType
import kotlin.reflect.typeOf
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking

/**
 * Returns the type of this name, whose tasks have a payload of class [P]:
 * `taskType<Payout>("PAY")`.
 *
 * @throws IllegalArgumentException if [P] is a generic type such as `List<Payout>`, because codecs
 *     know only a class. `List<*>` and `Map<String, Any>` are permitted
 */
public inline fun <reified P : Any> taskType(name: String): TaskType<P, Void> =
    TaskType.of(name, classOf<P>())

/**
 * Returns the type of this name, whose tasks have a payload of class [P] and a result of class [R].
 * Works like [taskType] in all other respects.
 */
public inline fun <reified P : Any, reified R : Any> taskTypeReturning(name: String): TaskType<P, R> =
    TaskType.of(name, classOf<P>(), classOf<R>())

/**
 * Returns the signal of this name, with values of class [T]: `signalType<Approval>("approval")`.
 *
 * @throws IllegalArgumentException as [taskType]
 */
public inline fun <reified T : Any> signalType(name: String): SignalType<T> =
    SignalType.of(name, classOf<T>())

@PublishedApi
internal inline fun <reified T : Any> classOf(): Class<T> {
  requireClass(typeOf<T>())
  return T::class.java
}

@PublishedApi
internal fun requireClass(type: KType) {
  require(isClass(type)) {
    "Codecs know only a class, and lose the type arguments of " +
        type.toString().removeSuffix(" (Kotlin reflection is not available)") +
        ". Use a class with this type as a component, such as" +
        " data class Payouts(val payouts: List<Payout>)"
  }
}

/** Returns whether the class alone describes the type completely. */
private fun isClass(type: KType): Boolean {
  val raw = (type.classifier as? KClass<*>)?.java
  return type.arguments.withIndex().all { (index, argument) ->
    val inner = argument.type
    when {
      inner == null || inner.classifier == Any::class -> true
      raw?.isArray == true -> isClass(inner)
      else -> raw == Map::class.java && index == 0 && inner.classifier == String::class
    }
  }
}

/**
 * Suspends until the task has ended, and returns its result. Throws a
 * [dev.baton.api.error.TaskNotDoneException] if the task is FAILED or CANCELLED. A caller that
 * stops waiting doesn't cancel the task.
 *
 * @throws IllegalStateException if this thread is still in the transaction that adds the task: the
 *     wait would never end
 */
public suspend fun <R : Any> TaskHandle<R>.awaitResult(): R? {
  val result = result()
  try {
    result.get(0, TimeUnit.NANOSECONDS) // refuses to wait inside the adding transaction
  } catch (notYet: TimeoutException) {
    // The task hasn't ended yet, which is the usual case.
  } catch (failed: ExecutionException) {
    // Thrown below, unwrapped.
  }
  return result.await()
}

/**
 * Runs the tasks with a suspending function: `TaskDefinition.of(PAY).suspending { payout, attempt
 * -> … }`.
 *
 * The coroutine ends with its attempt. If the task is cancelled, its deadline has passed, its lease
 * is lost or the node stops, the function's next suspension throws a
 * [kotlinx.coroutines.CancellationException]. A thread of Baton waits for the coroutine; from Java
 * 21 on, it is a virtual thread.
 *
 * @param context where the coroutine runs, such as `Dispatchers.IO`; on the attempt's own thread if
 *     it names no dispatcher
 */
public fun <P : Any> TaskDefinition.WithoutResult<P>.suspending(
    context: CoroutineContext = EmptyCoroutineContext,
    handler: suspend (payload: P, attempt: Attempt) -> Unit,
): TaskDefinition<P, Void> = handler { payload, attempt ->
  runBlocking(context) { handler(payload, attempt) }
}

/**
 * Runs the tasks with a suspending function that returns the task's result. Otherwise like the
 * other [suspending].
 */
public fun <P : Any, R : Any> TaskDefinition.WithResult<P, R>.suspending(
    context: CoroutineContext = EmptyCoroutineContext,
    handler: suspend (payload: P, attempt: Attempt) -> R,
): TaskDefinition<P, R> = handler { payload, attempt ->
  runBlocking(context) { handler(payload, attempt) }
}

/**
 * Runs the tasks with a suspending function that returns the outcome of the attempt. Otherwise like
 * [suspending].
 */
public fun <P : Any, R : Any> TaskDefinition.Start<P, R>.suspendingOutcome(
    context: CoroutineContext = EmptyCoroutineContext,
    handler: suspend (payload: P, attempt: Attempt) -> Outcome<R>,
): TaskDefinition<P, R> = outcome { payload, attempt ->
  runBlocking(context) { handler(payload, attempt) }
}
